import type { LanguageId } from '../../core/model/language.js';

/** Modules that only call the API of a vendor for which the program has no catalogue. */
const SDK_MODULES: Readonly<Partial<Record<LanguageId, string>>> = {
  javascript:
    'discord.js @discordjs/rest @linear/sdk @sendgrid/mail @sendgrid/client mailgun.js mailgun-js ' +
    '@mailchimp/mailchimp_marketing @mailchimp/mailchimp_transactional googleapis airtable asana plaid square ' +
    '@paypal/checkout-server-sdk @paypal/paypal-server-sdk braintree @microsoft/microsoft-graph-client algoliasearch ' +
    '@algolia/client-search contentful contentful-management @sanity/client @supabase/supabase-js resend postmark ' +
    'intercom-client @pagerduty/pdjs telegraf node-telegram-bot-api grammy @line/bot-sdk dropbox box-node-sdk ' +
    '@gitbeaker/rest @gitbeaker/node gitlab zendesk-node-api node-zendesk pusher @pinecone-database/pinecone replicate ' +
    '@huggingface/inference @deepgram/sdk assemblyai elevenlabs @elevenlabs/elevenlabs-js together-ai @vercel/sdk ' +
    'netlify do-wrapper @datadog/datadog-api-client auth0 @okta/okta-sdk-nodejs @clerk/backend @workos-inc/node ' +
    'messagebird @vonage/server-sdk nexmo plivo @mollie/api-client razorpay @adyen/api-library ' +
    '@paddle/paddle-node-sdk @lemonsqueezy/lemonsqueezy.js chargebee recurly mixpanel @segment/analytics-node ' +
    'posthog-node monday-sdk-js @mondaydotcomorg/api clickup.js confluence.js trello figma-api webflow-api ' +
    '@woocommerce/woocommerce-rest-api woocommerce-api ebay-api amazon-sp-api linkedin-api-client snoowrap masto ' +
    'megalodon @atproto/api @mux/mux-node cloudinary imagekit @neondatabase/api-client @tavily/core exa-js serpapi ' +
    '@fal-ai/client voyageai',
  python:
    'discord sendgrid mailchimp_marketing googleapiclient pyairtable asana plaid square squareup msgraph ' +
    'algoliasearch contentful contentful_management supabase resend postmarker telegram telebot dropbox boxsdk gitlab ' +
    'trello zenpy pusher pinecone replicate huggingface_hub deepgram assemblyai elevenlabs together ' +
    'datadog_api_client auth0 okta vonage plivo mollie razorpay braintree boto3 praw mastodon atproto serpapi exa_py ' +
    'tavily fal_client voyageai cloudinary linebot intercom pdpyras digitalocean woocommerce pipedrive linear_api',
};

/** SDKs of APIs without a catalogue that code of a language imports. */
export function otherSdks(language: LanguageId): readonly string[] {
  return SDK_MODULES[language]?.split(' ') ?? [];
}
