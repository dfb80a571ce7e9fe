/** Digest of the style, which the policy of the page allows. A test says the right one. */
export const STYLE_HASH = 'sha256-GuE/3N0xbCq8zAeYGZtL6v33XbLweJAHsqu/Rxj9+Sw=';

/** Digest of the script. */
export const SCRIPT_HASH = 'sha256-CkKZTnNm/Zf6R+e7GB3kiDk0Ugw/IUiSNEBv26U+z1o=';
