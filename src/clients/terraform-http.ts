import type { ClientModel } from '../model/client-model.js';

/** The data source `http` of Terraform. */
export const terraformHttp: ClientModel = {
  name: 'Terraform http',
  origins: [
    { module: 'hashicorp/http', export: 'data.http', language: 'terraform' },
    // Where the module does not say who publishes it.
    { module: 'http/http', export: 'data.http', language: 'terraform' },
  ],
  requests: [{ member: '', url: 0 }],
  options: { method: ['method'], url: ['url'], headers: ['request_headers'], body: ['request_body'] },
  closed: true,
};
