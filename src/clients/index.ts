import type { ClientModel } from '../model/client-model.js';
import { angularClient } from './angular.js';
import { axiosClient } from './axios.js';
import { bentClient } from './bent.js';
import { beaconClient, eventSourceClient, scriptHostClient, xhrClient } from './browser.js';
import { cloudflarePython, cloudflarePython2 } from './cloudflare-python.js';
import { cloudflareSdk } from './cloudflare-sdk.js';
import { curlClient } from './curl.js';
import { fetchClient } from './fetch.js';
import { formDataClient } from './form-data.js';
import { ghClient } from './gh.js';
import { gotClient } from './got.js';
import { httpieClient } from './httpie.js';
import { jqueryClient } from './jquery.js';
import { kyClient } from './ky.js';
import { needleClient } from './needle.js';
import { nodeHttp2Client, nodeHttpClient } from './node-http.js';
import { ofetchClient } from './ofetch.js';
import { openapiFetchClient } from './openapi-fetch.js';
import { aiohttpClient } from './python-aiohttp.js';
import { httpxClient, pythonTestClient } from './python-httpx.js';
import { pythonBaseUrlSession, pythonRequestsClient } from './python-requests.js';
import { pythonHttpClient, urllib3Client, urllibClient } from './python-urllib.js';
import { rawHttpClient } from './raw-http.js';
import { requestClient } from './request.js';
import { superagentClient } from './superagent.js';
import { cypressClient, k6Client, playwrightClient } from './test-tools.js';
import { terraformHttp } from './terraform-http.js';
import { undiciClient, undiciDispatcher } from './undici.js';
import { wgetClient } from './wget.js';
import { wretchClient } from './wretch.js';

/** Every HTTP client that is known without configuration. */
export const CLIENT_MODELS: readonly ClientModel[] = [
  cloudflareSdk,
  fetchClient,
  axiosClient,
  gotClient,
  kyClient,
  ofetchClient,
  wretchClient,
  superagentClient,
  needleClient,
  requestClient,
  bentClient,
  undiciClient,
  undiciDispatcher,
  nodeHttpClient,
  nodeHttp2Client,
  formDataClient,
  xhrClient,
  beaconClient,
  eventSourceClient,
  scriptHostClient,
  jqueryClient,
  angularClient,
  openapiFetchClient,
  playwrightClient,
  cypressClient,
  k6Client,
  curlClient,
  wgetClient,
  httpieClient,
  ghClient,
  rawHttpClient,
  terraformHttp,
  cloudflarePython,
  cloudflarePython2,
  pythonRequestsClient,
  pythonBaseUrlSession,
  httpxClient,
  aiohttpClient,
  urllibClient,
  urllib3Client,
  pythonHttpClient,
  pythonTestClient,
];
