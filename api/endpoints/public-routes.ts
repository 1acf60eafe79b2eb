import { pagePattern } from '../documents/pages.ts'
import { receiveAgentWebhook } from './agent-webhooks.ts'
import { readCalendar } from './calendars.ts'
import { answerAuthorization, showAuthorization } from './authorize.ts'
import { allowDecode, checkDecoding, decode, showSignIn, signIn, signOut } from './codec.ts'
import {
  AREA,
  SCALAR_PATH,
  serveArea,
  serveChangelog,
  serveCollection,
  serveDescription,
  serveErrorGuide,
  serveReference,
  serveReferenceIndex,
  serveScalar,
  serveLlmsText,
  servePage,
  serveStart,
  serveStartScript,
  START_PATH,
} from './documents.ts'
import { downloadFile, uploadFile } from './files.ts'
import { answerHealth, answerReadiness } from './health.ts'
import { sendLeadForm, showLeadForm } from './lead-forms.ts'
import { answerLink, showLink } from './links.ts'
import { introspectionEndpoint, revocationEndpoint, tokenEndpoint } from './oauth.ts'
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  completePasskeyRegistration,
  completePasskeySignIn,
  renewRecoveryCodes,
  showPasskeys,
} from './passkeys.ts'
import { MCP_METADATA_PATH } from './mcp-paths.ts'
import { receiveMailEvents } from './mail-events.ts'
import { receiveTextReceipt, receiveTextReply } from './text-webhooks.ts'
import type { Services } from '../services.ts'
import { receivePaymentWebhook } from './payment-webhooks.ts'
import { answerWorklist, showWorklist } from './worklist.ts'
import type { PublicRoute } from './public-route.ts'
import {
  requestLink,
  showSignIn as showPeopleSignIn,
  showSignInLink,
  signOut as signPeopleOut,
  useSignInLink,
} from './sign-in.ts'
import { beginSso, completeSso, endSso, showSso } from './sso.ts'
import {
  beginSsoStepUp,
  beginStepUp,
  completeStepUp,
  sendStepUpLink,
  showStepUp,
} from './step-up.ts'
import {
  serveAuthorizationServer,
  serveMcpResource,
  serveTokenKeys,
  serveWebhookKeys,
} from './well-known.ts'

const open = { credential: 'none', limit: 'address' } as const
const probe = { credential: 'none', limit: 'none', action: 'probe' } as const
const document = { ...open, method: 'GET', action: 'document' } as const
const client = { credential: 'clientSecret', limit: 'credential', method: 'POST' } as const
const link = { credential: 'oneTimeLink', limit: 'credential', path: '/links/{token}' } as const
const signInLink = {
  credential: 'oneTimeLink',
  limit: 'credential',
  path: '/sign-in/{token}',
  // Longer than the names of neighbouring pages. A token that was copied only in part still gets an
  // explanation.
  pattern: String.raw`[\w-]{20,}`,
} as const
const leadForm = { ...open, path: '/lead-forms/{id}' } as const
const file = { credential: 'fileLink', limit: 'credential' } as const
const feed = { credential: 'calendarFeed', limit: 'credential' } as const
const textWebhook = {
  credential: 'textWebhook',
  limit: 'credential',
  method: 'POST',
  isServed: ({ texting }: Services) => texting !== undefined,
} as const
const operator = { credential: 'operatorToken', limit: 'credential', method: 'POST' } as const
const codec: Pick<PublicRoute, 'isServed'> = {
  isServed: ({ operatorUiOrigin }) => operatorUiOrigin !== undefined,
}

/**
 * All routes without an access token. The router, the limits and the tests read this table;
 * api/documents/public-paths.ts has the OpenAPI texts. All other routes require authentication.
 */
export const PUBLIC_ROUTES: readonly PublicRoute[] = [
  {
    ...client,
    path: '/oauth/token',
    action: 'createToken',
    serve: tokenEndpoint,
  },
  {
    ...client,
    path: '/oauth/revoke',
    action: 'revokeToken',
    serve: revocationEndpoint,
  },
  {
    ...client,
    path: '/oauth/introspect',
    action: 'introspectToken',
    serve: introspectionEndpoint,
  },
  {
    ...open,
    method: 'GET',
    path: '/oauth/authorize',
    action: 'document',
    serve: showAuthorization,
  },
  {
    ...open,
    method: 'POST',
    path: '/oauth/authorize',
    action: 'allowDelegatedKey',
    serve: answerAuthorization,
  },
  {
    ...document,
    path: '/.well-known/oauth-authorization-server',
    serve: serveAuthorizationServer,
  },
  {
    ...document,
    path: MCP_METADATA_PATH,
    serve: serveMcpResource,
  },
  { ...document, path: '/.well-known/jwks.json', serve: serveTokenKeys },
  {
    ...document,
    path: '/.well-known/webhook-keys.json',
    serve: serveWebhookKeys,
  },
  { ...link, method: 'GET', action: 'viewLink', serve: showLink },
  { ...link, method: 'POST', action: 'redeemLink', serve: answerLink },
  {
    ...leadForm,
    method: 'GET',
    action: 'showLeadForm',
    serve: showLeadForm,
  },
  {
    ...leadForm,
    method: 'POST',
    action: 'sendLeadForm',
    serve: sendLeadForm,
  },
  {
    ...file,
    method: 'PUT',
    path: '/v1/uploads/{token}',
    action: 'uploadFile',
    serve: uploadFile,
  },
  {
    ...file,
    method: 'GET',
    path: '/v1/files/{token}',
    action: 'downloadFile',
    serve: downloadFile,
  },
  {
    ...feed,
    method: 'GET',
    path: '/calendars/{file}',
    pattern: String.raw`[\w-]+\.ics`,
    action: 'readCalendar',
    serve: readCalendar,
  },
  {
    credential: 'agentWebhook',
    limit: 'credential',
    method: 'POST',
    path: '/agent-webhooks/{token}',
    action: 'receiveAgentWebhook',
    serve: receiveAgentWebhook,
  },
  {
    credential: 'paymentWebhook',
    limit: 'credential',
    method: 'POST',
    path: '/payment-webhooks/{accountId}',
    action: 'receivePaymentWebhook',
    serve: receivePaymentWebhook,
  },
  {
    ...textWebhook,
    path: '/text-replies',
    action: 'receiveText',
    serve: receiveTextReply,
  },
  {
    ...textWebhook,
    path: '/text-receipts/{messageId}',
    action: 'receiveTextReceipt',
    serve: receiveTextReceipt,
  },
  {
    credential: 'mailEvents',
    limit: 'credential',
    method: 'POST',
    path: '/mail-events',
    action: 'receiveMailEvents',
    serve: receiveMailEvents,
    isServed: ({ mailEventsSecret }) => mailEventsSecret !== undefined,
  },
  { ...document, path: '/v1/changelog', serve: serveChangelog },
  { ...document, path: '/openapi.json', serve: serveDescription },
  {
    ...document,
    path: '/openapi/{area}',
    pattern: AREA,
    serve: serveArea,
  },
  { ...document, path: '/postman.json', serve: serveCollection },
  { ...document, path: '/', serve: serveStart },
  { ...document, path: '/llms.txt', serve: serveLlmsText },
  { ...document, path: '/docs', serve: serveReferenceIndex },
  { ...document, path: '/docs/reference/{area}', pattern: AREA, serve: serveReference },
  { ...document, path: '/docs/errors', serve: serveErrorGuide },
  { ...document, path: '/docs/guides', serve: servePage },
  {
    ...document,
    path: '/docs/guides/{page}',
    pattern: pagePattern('/docs/guides/'),
    serve: servePage,
  },
  {
    ...document,
    path: '/docs/{page}',
    pattern: pagePattern('/docs/'),
    serve: servePage,
  },
  { ...document, path: START_PATH, serve: serveStartScript },
  { ...document, path: SCALAR_PATH, serve: serveScalar },
  { ...probe, method: 'GET', path: '/healthz', serve: answerHealth },
  { ...probe, method: 'GET', path: '/readyz', serve: answerReadiness },
  { ...open, method: 'GET', path: '/sign-in', action: 'document', serve: showPeopleSignIn },
  { ...open, method: 'POST', path: '/sign-in', action: 'requestSignIn', serve: requestLink },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/passkey/options',
    action: 'beginPasskeySignIn',
    serve: beginPasskeySignIn,
  },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/passkey',
    action: 'signIn',
    serve: completePasskeySignIn,
  },
  { ...open, method: 'GET', path: '/sign-in/passkeys', action: 'document', serve: showPasskeys },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/passkeys/options',
    action: 'beginPasskeyRegistration',
    serve: beginPasskeyRegistration,
  },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/passkeys',
    action: 'registerPasskey',
    serve: completePasskeyRegistration,
  },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/recovery-codes',
    action: 'replaceRecoveryCodes',
    serve: renewRecoveryCodes,
  },
  { ...open, method: 'GET', path: '/sign-in/step-up', action: 'viewStepUp', serve: showStepUp },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/step-up/options',
    action: 'beginStepUp',
    serve: beginStepUp,
  },
  { ...open, method: 'POST', path: '/sign-in/step-up', action: 'stepUp', serve: completeStepUp },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/step-up/link',
    action: 'requestStepUpLink',
    serve: sendStepUpLink,
  },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/step-up/sso',
    action: 'beginStepUpSso',
    serve: beginSsoStepUp,
  },
  { ...open, method: 'GET', path: '/worklist', action: 'viewWorklist', serve: showWorklist },
  { ...open, method: 'POST', path: '/worklist', action: 'answerWorklist', serve: answerWorklist },
  { ...signInLink, method: 'GET', action: 'viewSignInLink', serve: showSignInLink },
  { ...signInLink, method: 'POST', action: 'signIn', serve: useSignInLink },
  {
    ...open,
    method: 'GET',
    path: '/sign-in/sso/{connectionId}',
    action: 'document',
    serve: showSso,
  },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/sso/{connectionId}',
    action: 'beginSsoSignIn',
    serve: beginSso,
  },
  {
    ...open,
    method: 'GET',
    path: '/sign-in/sso/{connectionId}/callback',
    action: 'signIn',
    serve: completeSso,
  },
  {
    ...open,
    method: 'POST',
    path: '/sign-in/sso/{connectionId}/logout',
    action: 'endSsoSessions',
    serve: endSso,
  },
  { ...open, method: 'POST', path: '/sign-out', action: 'signOut', serve: signPeopleOut },
  {
    ...codec,
    ...open,
    method: 'GET',
    path: '/codec/sign-in',
    action: 'document',
    serve: showSignIn,
  },
  {
    ...codec,
    ...operator,
    path: '/codec/sign-in',
    action: 'operatorSignIn',
    serve: signIn,
  },
  {
    ...codec,
    ...operator,
    method: 'GET',
    path: '/codec/check',
    action: 'checkDecoding',
    serve: checkDecoding,
  },
  {
    ...codec,
    ...open,
    method: 'POST',
    path: '/codec/sign-out',
    action: 'operatorSignOut',
    serve: signOut,
  },
  {
    ...codec,
    ...open,
    method: 'OPTIONS',
    path: '/codec/decode',
    action: 'decodePayloads',
    serve: allowDecode,
  },
  {
    ...codec,
    ...operator,
    path: '/codec/decode',
    action: 'decodePayloads',
    serve: decode,
  },
]
