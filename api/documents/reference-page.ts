/**
 * `/docs`: the reference, drawn in the browser by Scalar from our own copy of its script. Nothing on
 * the page comes from, or goes to, another host; its content security policy sees to that.
 */

export const SCALAR_SCRIPT = 'node_modules/@scalar/api-reference/dist/browser/standalone.js'

/** Styles are made by the script as it runs, hence 'unsafe-inline' for them, and for them only. */
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

/** For pages without scripts. */
export const STATIC_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

export const referencePage = (scripts: {
  scalar: string
  start: string
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Therapy Care Platform API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The description itself is at <a href="/openapi.json">/openapi.json</a>,
the error codes are at <a href="/docs/errors">/docs/errors</a>.</noscript>
<script src="${scripts.scalar}"></script>
<script src="${scripts.start}"></script>
</body>
</html>
`

/** Scalar's configuration: every feature that calls another host is off. */
const CONFIGURATION = {
  url: '/openapi.json',
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
  metaData: { title: 'Therapy Care Platform API' },
}

export const START_SCRIPT = `Scalar.createApiReference('#reference', ${JSON.stringify(CONFIGURATION)})\n`
