/** HTTP requests. A rejected request throws a `RequestError` with the server's code and message. */

import { language } from "./language.js";
import { t } from "./texts.js";

/** An error that the server reported, or `away` if it cannot be reached. */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly facts: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

export interface ErrorFields {
  code: string;
  message: string;
  facts?: Record<string, unknown>;
}

/** The error for a message of the server. */
export const toRequestError = ({ code, message, facts }: ErrorFields): RequestError => new RequestError(code, message, facts);

/** The error for a server that cannot be reached. */
export const awayError = (): RequestError => new RequestError("away", t("away"));

interface Options {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  body?: unknown;
  signal?: AbortSignal;
}

/** Sends a request to `/api/PATH` and returns the JSON of its response. */
export async function api<T>(path: string, { method, body, signal }: Options = {}): Promise<T> {
  const headers: Record<string, string> = { "accept-language": language };
  const request: RequestInit = { method: method ?? (body === undefined ? "GET" : "POST"), headers };
  if (signal) request.signal = signal;
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    headers["content-type"] = "application/json";
  }
  const response = await fetch(`/api/${path}`, request).catch(() => null);
  const content: unknown = response && (await response.json().catch(() => null));
  if (!response || content === null) throw awayError();
  if (!response.ok) throw toRequestError((content as { error: ErrorFields }).error);
  return content as T;
}

/** A random text that makes repeating a command harmless. */
export const newNonce = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
