/**
 * Libraries that accept a model as "vendor/model" and send requests to that vendor: their functions and classes, by the
 * position of the model. `routed` in the input of a vendor is the prefix of its names; its catalogue gets these rows.
 */
const python = (module, names) => names.split(' ').map((name) => ({ module, export: name, language: 'python' }));

const ROUTERS = [
  {
    name: 'LiteLLM and libraries on it (Python)',
    origins: [
      ...python(
        'litellm',
        'completion acompletion text_completion atext_completion batch_completion embedding aembedding',
      ),
      ...python('litellm', 'responses aresponses image_generation aimage_generation'),
      ...python('crewai', 'LLM'),
      ...python('crewai.llm', 'LLM'),
      ...python('google.adk.models.lite_llm', 'LiteLlm'),
      ...python('llama_index.llms.litellm', 'LiteLLM'),
      ...python('langchain_litellm', 'ChatLiteLLM'),
      ...python('langchain_community.chat_models', 'ChatLiteLLM'),
      ...python('smolagents', 'LiteLLMModel'),
      ...python('agents.extensions.models.litellm_model', 'LitellmModel'),
      ...python('dspy', 'LM'),
    ],
    places: ['model', 'model_name', 'model_id', 0],
    baseUrl: ['api_base', 'base_url'],
    bare: true,
  },
  {
    name: 'Agents of CrewAI (Python)',
    origins: python('crewai', 'Agent'),
    places: ['llm', 'function_calling_llm'],
    bare: true,
  },
  {
    name: 'Agents and clients by the name of a model (Python)',
    origins: [
      ...python('pydantic_ai', 'Agent'),
      ...python('instructor', 'from_provider'),
      ...python('langchain.chat_models', 'init_chat_model'),
      ...python('langchain.embeddings', 'init_embeddings'),
    ],
    places: [0, 'model', 'model_name'],
  },
  {
    name: 'Agents of the Agent Development Kit (Python)',
    origins: [
      ...python('google.adk.agents', 'Agent LlmAgent'),
      ...python('google.adk.agents.llm_agent', 'Agent LlmAgent'),
      ...python('google.adk', 'Agent'),
    ],
    places: ['model'],
    only: 'gemini',
    bare: true,
  },
];

/** Rows of the routers for a vendor, by `routed` of its input. */
export function routedClients({ api, routed }) {
  if (routed === undefined) return [];
  const { prefixes, names = [], template, fills = false } = routed;
  return ROUTERS.filter(({ only }) => only === undefined || only === api.id).map(
    ({ name, origins, places, baseUrl, bare, only }) => ({
      name: `${name}, to ${api.title}`,
      routes: true,
      origins,
      requests: [
        {
          ...{ member: '', method: 'POST', template, options: [] },
          ...{ [fills ? 'fill' : 'sends']: { model: places } },
          prefixes: [...prefixes, ...(only === undefined ? [] : (routed.own ?? [])), ...(bare === true ? names : [])],
        },
      ],
      ...(baseUrl === undefined ? {} : { options: { baseUrl } }),
    }),
  );
}
