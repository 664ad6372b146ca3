import languages from 'virtual:messages/account';
import { hear } from '../catalogues.ts';

await hear(languages);
