/** Digest of the style, which the policy of the page allows. A test says the right one. */
export const STYLE_HASH = 'sha256-efs0aukRF3bDRn4wcOS5Xt6OmvxkME7Erl6Xhm1ouYQ=';

/** Digest of the script. */
export const SCRIPT_HASH = 'sha256-BghU8g4k2E38LEspZOAJX+zbv5QujlvaXpCkXQXOi/g=';
