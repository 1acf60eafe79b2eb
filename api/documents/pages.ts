/** The pages of docs/ that the API serves, as Markdown and as HTML. */
export const PAGES = [
  ['quickstart', 'From zero to a first appointment, in curl, Node and Python'],
  ['guides/README', 'Read a guide: a page for each task, with examples that run'],
  ['guides/scheduling', 'Availability, holds, booking, moving, cancelling, waitlist, groups'],
  ['guides/series', 'Repeating appointments across a clock change'],
  ['guides/dry-runs', 'Dry runs: which operations support them, and previewing a series'],
  ['guides/matching', 'Find therapists who suit a child'],
  ['guides/providers', 'Providers, their licenses, suspension'],
  ['guides/onboarding', 'Provider onboarding, from the plan to the approval'],
  ['guides/leads', 'Families who ask for a place, from a public form to the child'],
  ['guides/forms', 'Forms, from the template to the score, with conditions'],
  ['guides/goals-and-assessments', 'Goals, trends, instruments, schedules, recall'],
  ['guides/early-intervention', 'IDEA Part C clocks, milestones, delays, check-ins'],
  ['guides/imports', 'Import appointments of another system from CSV'],
  ['guides/lists', 'Read a list to its end, count it, and open it in a spreadsheet'],
  ['guides/knowledge', 'Assistants that answer from documents, with citations'],
  ['guides/agents', 'Your own agents: draft, preview, versions, runs, approvals'],
  ['guides/mcp', 'Tools for language models over the Model Context Protocol'],
  ['guides/analytics', 'Figures for all locations, and the records behind them'],
  ['guides/payments', 'Orders, payments and refunds'],
  ['guides/cancellations-and-settlements', 'Refunds for cancellations, and provider shares'],
  ['guides/invoices', 'Payers, gapless invoice numbers, e-invoices, credit notes'],
  ['guides/access-and-erasure', 'Caseload keys, break-glass access, export, restriction, erasure'],
  ['guides/webhooks', 'Webhooks on your own machine: failures and recovery'],
  ['guides/operators', 'The command line, and workflows in the Temporal UI'],
  ['guides/coming-from-stripe-square-cal', 'Concepts and their names in other systems'],
  ['records', 'A diagram of the records'],
  ['states', 'The states of each record, and the moves between them'],
  ['webhooks', 'Receiving webhooks: signatures, retries, redelivery'],
  ['errors', 'Error codes: what each means and what to do'],
  ['changelog', 'What each version changed, and what is promised'],
  ['syncing', 'Keep a copy of records'],
  ['access', 'Who sees what, and data subject rights'],
  ['operations', 'For operators of the platform'],
  ['glossary', 'Glossary'],
].map(([name, about]) => ({ path: `/docs/${name}.md`, about: about! }))

/** The URL of a page in the browser. `/docs/errors` is a special page. */
export const readingPath = (path: string): string =>
  path.replace(/\.md$/, '').replace(/\/README$/, '')

/** Matches the last segment of a path below a folder, with or without an extension. */
export const pagePattern = (folder: '/docs/' | '/docs/guides/'): string =>
  pagesIn(folder)
    .map((name) => name.replace('.md', String.raw`(?:\.md)?`))
    .join('|')

export const pagesIn = (folder: string): string[] =>
  PAGES.filter(({ path }) => path.lastIndexOf('/') === folder.length - 1).map(({ path }) =>
    path.slice(folder.length),
  )
