type ErrorKind =
  | 'refused'
  | 'later'
  | 'unreachable'
  | 'unknownHost'
  | 'timeout'
  | 'certificate'
  | 'password'
  | 'stopped'
  | 'other'

// The codes of Node, nodemailer, and lib/outbox/error-code.ts; more than one may stand in an error.
const kinds: [codes: RegExp, kind: ErrorKind][] = [
  [/SITE_STOPPED/, 'stopped'],
  [/EAUTH|SMTP 535|HTTP 40[13]/, 'password'],
  [/SMTP 4\d\d|HTTP (429|5\d\d)/, 'later'],
  [/SMTP 5\d\d|HTTP [34]\d\d/, 'refused'],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'unknownHost'],
  [/CERT|SELF_SIGNED|ERR_TLS|ETLS/, 'certificate'],
  [/TIMEOUT|ETIMEDOUT|TimeoutError/, 'timeout'],
  [/ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ECONNECTION|ESOCKET|EPIPE|UND_ERR/, 'unreachable'],
]

/** Which sentence says what a delivery's error code means. */
export function errorKindOf(code: string): ErrorKind {
  return kinds.find(([codes]) => codes.test(code))?.[1] ?? 'other'
}
