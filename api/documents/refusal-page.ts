import { escaped } from '#messaging/messages/render.ts'
import { PLAIN_STYLE, siteHeader } from './plain-style.ts'

/** The page that browsers get instead of a problem document. */
export const refusalPage = ({
  status,
  title,
  detail,
  requestId,
}: {
  status: number
  title: string
  detail: string
  requestId: string
}): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Therapy Care Platform</title>
<link rel="icon" href="data:,">
<style>${PLAIN_STYLE}</style>
</head>
<body>
${siteHeader()}
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(detail)}</p>
<p><small>Status ${status}, request <code>${escaped(requestId)}</code>. Tell support this number if you ask for help.</small></p>
</main>
</body>
</html>
`
