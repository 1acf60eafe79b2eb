import { escaped } from '#messaging/messages/render.ts'
import { ERROR_CODES, type ErrorCode } from '#platform/core/errors/errors.ts'
import { PROBLEMS } from '../http/problem.ts'
import { ISSUE_CODES, type IssueCode } from '#platform/core/input/issue.ts'
import { ISSUE_GUIDE } from './issue-guide.ts'
import { ERROR_GUIDE } from './error-guide.ts'
import { PLAIN_STYLE, siteHeader } from './plain-style.ts'

/** The codes by status, as a reader looks them up. */
const codesByStatus = (): [number, ErrorCode[]][] => {
  const groups = Map.groupBy<number, ErrorCode>(ERROR_CODES, (code) => PROBLEMS[code].status)
  return [...groups].toSorted(([a], [b]) => a - b)
}

const INTRODUCTION = `Every error is \`application/problem+json\` (RFC 9457). Branch on \`code\`, which is stable; show
\`detail\` to a person; quote \`requestId\` to support. \`errors\` lists what is wrong with the input, by \`path\`.`

const ISSUES = `Each item of \`errors\` has the \`path\` of what is wrong, a \`code\` of this list, and a \`message\` for people. An item
of a list that is done one by one has the \`code\` of the problem that it would be by itself.`

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
<p>${prose(INTRODUCTION)}</p>
<nav class="codes" aria-label="All codes">
${codesByStatus().map(indexHtml).join('\n')}
</nav>
${codesByStatus().map(statusHtml).join('\n')}
<h2 id="issues">What is wrong at a path</h2>
<p>${prose(ISSUES)}</p>
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

/** Text with `code` in it. */
const prose = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** docs/errors.md, the same for readers of the repository. */
export const errorsMarkdown = (): string =>
  [
    '# Error codes',
    '',
    INTRODUCTION.replaceAll('\n', ' '),
    '',
    '| status | code | meaning | what to do |',
    '|---|---|---|---|',
    ...codesByStatus().flatMap(([status, codes]) =>
      codes.map((code) => {
        const { meaning, action } = ERROR_GUIDE[code]
        return `| ${status} | \`${code}\` | ${meaning} | ${action} |`
      }),
    ),
    '',
    '## What is wrong at a path',
    '',
    ISSUES.replaceAll('\n', ' '),
    '',
    '| code | meaning |',
    '|---|---|',
    ...ISSUE_CODES.map((code) => `| \`${code}\` | ${ISSUE_GUIDE[code]} |`),
    '',
  ].join('\n')
