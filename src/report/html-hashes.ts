/** Digest of the style, which the policy of the page allows. A test says the right one. */
export const STYLE_HASH = 'sha256-hjccvUU+Tj0cv4zi+vmlMqa9nKKAxGP06/Eb+Tlj+i0=';

/** Digest of the script. */
export const SCRIPT_HASH = 'sha256-sEMpCICiHfgOS/t4avUJENQx0NhF79SB1I5cYoXHfng=';
