/** Digest of the style, which the policy of the page allows. A test says the right one. */
export const STYLE_HASH = 'sha256-gLgKbY/hFEcSIvMwHKBzTHeD5pkt7dDllqkClq9utkY=';

/** Digest of the script. */
export const SCRIPT_HASH = 'sha256-CkKZTnNm/Zf6R+e7GB3kiDk0Ugw/IUiSNEBv26U+z1o=';
