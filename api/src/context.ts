import type { FastifyRequest } from 'fastify';
import type { Config } from './config/config.ts';
import type { OpenDb } from './db.ts';
import type { Limits } from './platform/rate-limit/rate-limits.ts';

/**
 * Dependencies that all features may use: created once at start and passed explicitly. A feature that also
 * needs the catalogue, the search or the content adds them to its parameter.
 */
export interface Ctx {
  /** The open, migrated database. */
  db: OpenDb;
  /** The address of the database, for connections that listen to its notifications. */
  url: string;
  /** The operator's settings. */
  config: Config;
  /** Issues and verifies the tokens of customer groups. */
  groupTokens: GroupTokens;
  /** Whether prices depend on the customer group. */
  groupsCount: boolean;
  /** Identifies the caller (spec accounts 6). */
  actors: Actors;
  /** Rate limits. */
  limits: Limits;
  /** The current time; tests inject their own clock. */
  now: () => Date;
}

/** The calling customer and their session. */
export interface Actor {
  id: number;
  group_id: number;
  email: string;
  /** The address if its owner followed a mailed link. Only this one grants anything (T25). */
  provenEmail: string | undefined;
  locale: string;
  sessionId: string;
}

/** Finds the caller by the token of a request. */
export interface Actors {
  /**
   * Returns the customer of the request's token; undefined for a visitor, who sends no token or an empty
   * one.
   * @throws Problem not_logged_in for an invalid token: the client must renew it instead of shopping on as
   * a visitor
   */
  findActor(request: FastifyRequest): Promise<Actor | undefined>;
  /**
   * Returns the customer of the request's token.
   * @throws Problem not_logged_in without a valid token
   */
  getActor(request: FastifyRequest): Promise<Actor>;
}

/** The claims of a group token: the customer group, and the customer it was issued to. */
export interface GroupClaim {
  group_id: number;
  id: number;
}

/** Issues and verifies group tokens (spec commerce 6, wire contract 1.5). */
export interface GroupTokens {
  /** Returns a token for a customer who has just logged in. It is valid for a day. */
  issueGroupToken(customer: GroupClaim): string;
  /**
   * Returns the customer group of a token. Without a token, with an invalid or expired one, and where
   * groups are off, it is the group of guests: never an error.
   */
  groupOf(token: string | null | undefined): number;
}
