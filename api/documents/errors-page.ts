import { escaped } from '#messaging/messages/render.ts'
import { ERROR_CODES, type ErrorCode } from '#platform/core/errors/error-codes.ts'
import { PROBLEMS } from '../http/problem.ts'
import { ISSUE_CODES, type IssueCode } from '#platform/core/input/issue.ts'
import {
  ERROR_GUIDE,
  ERRORS_INTRODUCTION,
  ISSUE_GUIDE,
  ISSUES_INTRODUCTION,
} from './error-guide.ts'
import { PLAIN_STYLE, siteHeader } from './plain-style.ts'

/** The codes, grouped by status. */
const codesByStatus = (): [number, ErrorCode[]][] => {
  const groups = Map.groupBy<number, ErrorCode>(ERROR_CODES, (code) => PROBLEMS[code].status)
  return [...groups].toSorted(([a], [b]) => a - b)
}

/** `/docs/errors`, to which the `type` of every problem points. */
export const errorsPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error codes · Therapy Care Platform API</title>
<style>${PLAIN_STYLE}
h2 { margin-top: 2.5rem }
section { border-top: 1px solid #8884; padding: 0.5rem 0 }
section:target { background: #fd03; outline: 0.5rem solid #fd03 }
h3 { margin: 0.5rem 0; font: 600 1rem ui-monospace, monospace }
h3 a { color: inherit; text-decoration: none }
p { margin: 0.25rem 0 }
.codes { font-size: 0.85rem; overflow-wrap: anywhere }
pre { overflow: auto; background: #8882; padding: 0.75rem; font-size: 0.85rem }
</style>
</head>
<body>
${siteHeader()}
<h1>Error codes</h1>
<p>${prose(ERRORS_INTRODUCTION)}</p>
<nav class="codes" aria-label="All codes">
${codesByStatus().map(indexHtml).join('\n')}
</nav>
${codesByStatus().map(statusHtml).join('\n')}
<h2 id="issues">What is wrong at a path</h2>
<p>${prose(ISSUES_INTRODUCTION)}</p>
<dl>
${ISSUE_CODES.map(issueHtml).join('\n')}
</dl>
</body>
</html>
`

const statusHtml = ([status, codes]: [number, ErrorCode[]]) =>
  `<h2>${status}</h2>\n${codes.map(codeHtml).join('\n')}`

const indexHtml = ([status, codes]: [number, ErrorCode[]]) =>
  `<p><strong>${status}</strong> ${codes.map((code) => `<a href="#${code}">${code}</a>`).join(' · ')}</p>`

const codeHtml = (code: ErrorCode) => {
  const { meaning, action, detail, extra, errors = [] } = ERROR_GUIDE[code]
  const { status, title } = PROBLEMS[code]
  const example = { ...extra, title, status, detail, code, errors }
  return `<section id="${code}">
<h3><a href="#${code}">${code}</a></h3>
<p>${prose(meaning)}</p>
<p><strong>What to do:</strong> ${prose(action)}</p>
<pre>${escaped(JSON.stringify(example, null, 2))}</pre>
</section>`
}

const issueHtml = (code: IssueCode) =>
  `<dt id="issue-${code}"><code>${code}</code></dt>\n<dd>${prose(ISSUE_GUIDE[code])}</dd>`

/** Converts text that contains `code` to HTML. */
const prose = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
