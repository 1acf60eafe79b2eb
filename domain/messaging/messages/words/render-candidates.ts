import type { Issue } from '#platform/core/input/issue.ts'
import { localeFor } from '../../locales/locale-for.ts'
import { render, type Rendered, type RenderRequest } from '../render.ts'
import type { MessagingTerms } from '../settings.ts'
import { templateOf } from '../templates/index.ts'
import { checkWords } from './check-words.ts'
import type { Candidate } from './load-candidates.ts'
import { MOST_SENT, type TextChannel } from './rules.ts'

interface Request extends Omit<RenderRequest, 'language' | 'words' | 'look' | 'centreTimeZone'> {
  channel: TextChannel
}

/** A message, with the words that were used and those that could not be. */
export interface RenderedCandidate {
  rendered: Rendered
  used: Candidate
  unusable: { candidate: Candidate; issues: Issue[] }[]
}

/**
 * Renders a message with the first candidate that can be used. A text of the centre that an upgrade made invalid
 * is skipped, so that nobody gets a broken message. The last candidate is the platform's, which always works.
 */
export const renderCandidates = (
  { channel, ...request }: Request,
  candidates: readonly Candidate[],
  terms: MessagingTerms,
): RenderedCandidate => {
  const unusable: RenderedCandidate['unusable'] = []
  for (const candidate of candidates) {
    const { own, language } = candidate
    const attempt = () =>
      render({
        ...request,
        language: localeFor(language, terms),
        look: terms.look,
        centreTimeZone: terms.timeZone,
        ...(own && { words: own }),
      })
    if (!own) return { rendered: attempt(), used: candidate, unusable }
    const issues = checkWords(templateOf(request.template), own, {
      ...terms.web,
      channel,
      language,
    })
    const rendered = issues.length === 0 ? renderedOrUndefined(attempt) : undefined
    if (rendered) return { rendered, used: candidate, unusable }
    unusable.push({ candidate, issues: issues.length > 0 ? issues : [TOO_LONG] })
  }
  throw new Error(`No words for ${request.template}`)
}

const TOO_LONG: Issue = {
  path: 'body',
  code: 'too_long',
  message: `with these data, the message is longer than ${MOST_SENT} characters or cannot be written`,
}

const renderedOrUndefined = (attempt: () => Rendered): Rendered | undefined => {
  try {
    const rendered = attempt()
    return rendered.text.length > MOST_SENT || rendered.subject === '' ? undefined : rendered
  } catch {
    return undefined
  }
}
