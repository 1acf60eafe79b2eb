/**
 * `/docs/reference/{area}`: the reference of an area, which our copy of Scalar draws in the browser. No other
 * host is contacted; the content security policy enforces this.
 */
import type { ContextName } from '../../domain/contexts.ts'
import { areaTitle } from './area-document.ts'
import { TAGS } from './description.ts'

export const SCALAR_SCRIPT = 'node_modules/@scalar/api-reference/dist/browser/standalone.js'

/** The script creates styles at run time, so 'unsafe-inline' is needed, for styles only. */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The reference of an area. This content is visible until the script has loaded. */
export const referencePage = (
  area: ContextName,
  scripts: { scalar: string; start: string },
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${areaTitle(area)} · Therapy Care Platform API</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; --scalar-custom-header-height: 2.5rem }
body { margin: 0 }
header { position: sticky; top: 0; z-index: 10; height: 2.5rem; box-sizing: border-box; padding: 0.5rem 1rem; overflow: hidden; font: 15px/1.5rem system-ui, sans-serif; color: CanvasText; background: Canvas; border-bottom: 1px solid #8884 }
header a { color: LinkText }
@media (max-width: 60rem) { header span { display: none } }
#reference > p { margin: 2rem 1rem; font: 16px/1.5 system-ui, sans-serif }
</style>
</head>
<body>
<header><a href="/docs">All operations</a> · <strong>${areaTitle(area)}</strong><span> ·
To try one, paste an access token of <a href="/docs/reference/platform#tag/authentication/POST/oauth/token"><code>POST /oauth/token</code></a> under Authentication</span></header>
<div id="reference"><p>The reference is being drawn. ${Object.keys(TAGS[area]).join(', ')}.</p></div>
<noscript>This page needs JavaScript. The description itself is at <a href="/openapi/${area}">/openapi/${area}</a>,
the error codes are at <a href="/docs/errors">/docs/errors</a>.</noscript>
<script defer src="${scripts.scalar}"></script>
<script defer src="${scripts.start}"></script>
</body>
</html>
`

/** The configuration of Scalar. Features that call other hosts are off. */
const CONFIGURATION = {
  baseServerURL: '',
  servers: [{ url: '/', description: 'This server' }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'json',
  externalUrls: { dashboardUrl: '', registryUrl: '', proxyUrl: '', apiBaseUrl: '' },
  authentication: { preferredSecurityScheme: 'bearer' },
}

/** The area is the last segment of the page's path. */
export const START_SCRIPT = `Scalar.createApiReference('#reference', {
  ...${JSON.stringify(CONFIGURATION)},
  url: location.pathname.replace('/docs/reference/', '/openapi/'),
  metaData: { title: document.title },
})
`
