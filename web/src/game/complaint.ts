// What went wrong, as a sentence for the user.

import { ServerError } from '../api';
import { texts } from '../texts';

/** Only what the server refused; any other error is a mistake of the page and goes on. */
export function complaintOf(error: unknown): string {
  if (!(error instanceof ServerError)) throw error;
  return error.status === 0 ? texts.offline : error.status === 401 ? texts.needToken : error.message;
}
