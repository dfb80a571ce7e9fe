/** Digest of the style, which the policy of the page allows. A test prints the right one. */
export const STYLE_HASH = 'sha256-uq40QVyVDq86Yf4sNc40eca58uQ+pu2bUWDztpWtO8s=';

/** Digest of the script. */
export const SCRIPT_HASH = 'sha256-F/9YzwzRtjKUZbmm12P6n7/JtY6DKDVy1/wcSi+2byU=';
