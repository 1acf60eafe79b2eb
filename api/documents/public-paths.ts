import { receiveAgentWebhookRoute } from './agent-webhook-routes.ts'
import { readCalendarRoute } from './calendar-routes.ts'
import {
  areaRoute,
  changelogRoute,
  collectionRoute,
  descriptionRoute,
  errorGuideRoute,
  guideRoute,
  llmsTextRoute,
  pageRoute,
  referenceRoute,
  startRoute,
} from './document-routes.ts'
import { downloadFileRoute, uploadFileRoute } from './file-routes.ts'
import { healthRoute, readinessRoute } from './health-routes.ts'
import { receivePaymentWebhookRoute } from './payment-webhook-routes.ts'
import { redeemLinkRoute, viewLinkRoute } from './link-routes.ts'
import { sendLeadFormRoute, showLeadFormRoute } from './lead-form-routes.ts'
import {
  authorizationServerRoute,
  introspectTokenRoute,
  createTokenRoute,
  mcpResourceRoute,
  revokeTokenRoute,
  showAuthorizationRoute,
  tokenKeysRoute,
  webhookKeysRoute,
} from './oauth-routes.ts'

/**
 * OpenAPI descriptions of the routes without an access token. The other routes of
 * api/endpoints/public-routes.ts are internal: for operators, and for pages of documents.
 */
export const PUBLIC_PATHS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  '/oauth/token': { post: createTokenRoute },
  '/oauth/revoke': { post: revokeTokenRoute },
  '/oauth/introspect': { post: introspectTokenRoute },
  '/oauth/authorize': { get: showAuthorizationRoute },
  '/.well-known/oauth-authorization-server': { get: authorizationServerRoute },
  '/.well-known/oauth-protected-resource/mcp': { get: mcpResourceRoute },
  '/.well-known/jwks.json': { get: tokenKeysRoute },
  '/.well-known/webhook-keys.json': { get: webhookKeysRoute },
  '/links/{token}': { get: viewLinkRoute, post: redeemLinkRoute },
  '/lead-forms/{id}': { get: showLeadFormRoute, post: sendLeadFormRoute },
  '/v1/uploads/{token}': { put: uploadFileRoute },
  '/v1/files/{token}': { get: downloadFileRoute },
  '/calendars/{file}': { get: readCalendarRoute },
  '/agent-webhooks/{token}': { post: receiveAgentWebhookRoute },
  '/payment-webhooks/{accountId}': { post: receivePaymentWebhookRoute },
  '/v1/changelog': { get: changelogRoute },
  '/openapi.json': { get: descriptionRoute },
  '/openapi/{area}': { get: areaRoute },
  '/postman.json': { get: collectionRoute },
  '/': { get: startRoute },
  '/llms.txt': { get: llmsTextRoute },
  '/docs': { get: referenceRoute },
  '/docs/errors': { get: errorGuideRoute },
  '/docs/guides/{page}': { get: guideRoute },
  '/docs/{page}': { get: pageRoute },
  '/healthz': { get: healthRoute },
  '/readyz': { get: readinessRoute },
}
