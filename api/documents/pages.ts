/** Pages of docs/ served by the API: as Markdown and as HTML. */
export const PAGES = [
  ['quickstart', 'From nothing to a first appointment, in curl, Node and Python'],
  ['guides/README', 'Guides: a page for each task, with examples that run'],
  ['guides/scheduling', 'Availability, holds, booking, moving, cancelling, waitlist, groups'],
  ['guides/series', 'Appointments that repeat, over a change of clocks'],
  ['guides/dry-runs', 'Dry runs: what takes one, and a series before it is booked'],
  ['guides/matching', 'Which therapists suit a child, and why'],
  ['guides/providers', 'Providers, their licenses, suspension'],
  ['guides/onboarding', 'Onboarding of providers, from the plan to the approval'],
  ['guides/leads', 'Families who ask for a place, from a public form to the child'],
  ['guides/forms', 'Forms from the template to the score, and their conditions'],
  ['guides/goals-and-assessments', 'Goals, trends, instruments, schedules, recall'],
  ['guides/early-intervention', 'Clocks of IDEA Part C, milestones, delays, check-ins'],
  ['guides/imports', 'Appointments of another system, from CSV'],
  ['guides/knowledge', 'Assistants that answer from documents, with citations'],
  ['guides/agents', 'Agents of your own: draft, preview, versions, runs, approvals'],
  ['guides/mcp', 'Tools for language models, by the Model Context Protocol'],
  ['guides/analytics', 'Figures over all locations, and the records behind them'],
  ['guides/payments', 'Orders, payments and refunds'],
  [
    'guides/cancellations-and-settlements',
    'What a cancellation gives back, and shares of providers',
  ],
  ['guides/invoices', 'Payers, invoices without gaps, e-invoices, credit notes'],
  ['guides/access-and-erasure', 'Caseload keys, breaking the glass, export, restriction, erasure'],
  ['guides/webhooks', 'Webhooks on your own machine: failing and recovering'],
  ['guides/operators', 'The command line, and workflows in the Temporal UI'],
  ['guides/coming-from-stripe-square-cal', 'The same things under other names'],
  ['records', 'A picture of the records'],
  ['webhooks', 'Receiving webhooks: signatures, retries, redelivery'],
  ['errors', 'Error codes: what each means, and what to do'],
  ['changelog', 'What each version brought, and what it promises'],
  ['syncing', 'Keeping a copy of records'],
  ['access', 'Who sees what, and the rights of the person'],
  ['operations', 'For those who run the platform'],
  ['glossary', 'What words mean'],
].map(([name, about]) => ({ path: `/docs/${name}.md`, about: about! }))

/** The browser URL of a page. `/docs/errors` is a special page. */
export const readingPath = (path: string): string =>
  path.replace(/\.md$/, '').replace(/\/README$/, '')

/** The last path segment under a folder, with or without extension. */
export const pagePattern = (folder: '/docs/' | '/docs/guides/'): string =>
  pagesIn(folder)
    .map((name) => name.replace('.md', String.raw`(?:\.md)?`))
    .join('|')

export const pagesIn = (folder: string): string[] =>
  PAGES.filter(({ path }) => path.lastIndexOf('/') === folder.length - 1).map(({ path }) =>
    path.slice(folder.length),
  )
