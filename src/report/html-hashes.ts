/** Digest of the style, which the policy of the page allows. A test says the right one. */
export const STYLE_HASH = 'sha256-Bf2o8UqRH/pwCqWiIrBwgBebhKCZzdiU+BJIgbfwSLU=';

/** Digest of the script. */
export const SCRIPT_HASH = 'sha256-BNZDqhqFMeqIotEhvi25LyvhaFXdeDil1MzyGUAQhBE=';
