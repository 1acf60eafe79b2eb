import { readFileSync } from 'node:fs'

/** The sections of a release in the order of the page, each with the meaning of its lines. */
export const SECTIONS = {
  added: 'What callers can newly do from this version on, one sentence for each change.',
  changed: 'What callers may have to adapt to, one sentence for each change.',
  removed: 'What this version removed, one sentence for each change.',
  fixed: 'What works better from this version on, one sentence for each change.',
  improved: 'What works better from this version on, one sentence each.',
} as const

type Section = keyof typeof SECTIONS

/** One release of the API, by semantic versioning. */
export type Release = { version: string } & Record<Section, string[]>

const sections = Object.keys(SECTIONS) as Section[]

/** The heading under which unreleased changes are collected. */
export const UNRELEASED = 'Unreleased'

/**
 * Parses a changelog in Markdown: a `## version` per release, newest first, `### section` inside it, and a list
 * item per change. Other paragraphs are only for readers.
 */
export const releasesIn = (markdown: string): Release[] => {
  const releases: Release[] = []
  let items: string[] | undefined
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, release] = /^## (.+)$/.exec(line) ?? []
    const [, heading] = /^### (.+)$/.exec(line) ?? []
    const [, item] = /^- (.+)$/.exec(line) ?? []
    if (release) {
      releases.push(releaseOf(release))
      items = undefined
    } else if (heading) items = releases.at(-1)?.[sectionOf(heading, index)]
    else if (item) {
      if (!items) throw new Error(`docs/changelog.md:${index + 1}: this item is in no section.`)
      items.push(item)
    }
  }
  return releases
}

const releaseOf = (version: string): Release => ({
  version,
  added: [],
  changed: [],
  removed: [],
  fixed: [],
  improved: [],
})

const sectionOf = (heading: string, index: number): Section => {
  const section = sections.find((it) => it === heading.toLowerCase())
  if (!section)
    throw new Error(
      `docs/changelog.md:${index + 1}: ${heading} is not one of ${sections.join(', ')}.`,
    )
  return section
}

const written = releasesIn(
  readFileSync(new URL('../../docs/changelog.md', import.meta.url), 'utf8'),
)

/** The releases, newest first. */
export const CHANGELOG: readonly Release[] = written.filter(({ version }) => version !== UNRELEASED)

/** The entries of the next release, if there are any. */
export const NEXT_RELEASE: Release | undefined = written.find(
  ({ version }) => version === UNRELEASED,
)

/** The API version: that of the newest release. */
export const API_VERSION = CHANGELOG[0]!.version

/** The response of `GET /v1/changelog`, structured like every list. */
export const changelogPage = () => ({ data: CHANGELOG, nextCursor: null, hasMore: false })
