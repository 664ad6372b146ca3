import * as build from 'virtual:react-router/server-build';
import { createRequestHandler } from 'react-router';

/** Renders one request. This file is the entry of the server bundle. */
export const render = createRequestHandler(build, 'production');
