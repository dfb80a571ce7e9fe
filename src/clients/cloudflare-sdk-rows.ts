import type { RequestRow } from '../model/client-model.js'; export const CLOUDFLARE_SDK_ROWS: readonly RequestRow[] = [];
