import type { Issue, IssueCode } from '#platform/core/input/issue.ts'
import { issueAt, positionIn, type Position } from './issue-at.ts'

/** The addresses that a centre's texts may contain. */
export interface WebTerms {
  /** Hosts to which texts may link; their subdomains count too. */
  linkHosts: readonly string[]
  /** The centre's own e-mail addresses. */
  emails: readonly string[]
}

/** A text without variables. */
export interface Literal {
  text: string
  at: Position
  /** Whether a variable follows it immediately. */
  isFollowed: boolean
}

const MARKUP = /<[/?]?[a-z!][^<>]{0,60}>?|&(?:[a-z]{1,30}|#\d{1,8}|#x[\da-f]{1,8});/giu
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}/giu
const SCHEME = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#]*/giu
const HOST = /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?![\p{L}\p{N}-])/giu
const BEGINS_ADDRESS = /:\/\/|[a-z]\.[a-z]{2}/i

/**
 * What is wrong with a text that is shown as it is written: markup, and addresses. Mail programs make links of
 * addresses, so these may lead only to the centre itself.
 */
export const plainTextIssues = (
  path: string,
  { text, at, isFollowed }: Literal,
  terms: WebTerms,
): Issue[] => {
  // E-mail addresses are replaced by as many spaces, so that positions stay the same.
  const withoutMails = text.replaceAll(EMAIL, (mail) => ' '.repeat(mail.length))
  const found = (
    within: string,
    pattern: RegExp,
    code: IssueCode,
    message: string,
    isWrong: (match: string) => boolean = () => true,
  ): Issue[] =>
    [...within.matchAll(pattern)]
      .filter(([match]) => isWrong(match))
      .map(({ 0: match, index }) =>
        issueAt(path, code, positionIn(text, index, at), `${match.slice(0, 60)} ${message}`),
      )
  const lastWord = withoutMails.split(/\s/).at(-1)!
  const lastAt = positionIn(text, text.length - lastWord.length, at)
  return [
    ...found(text, MARKUP, 'markup_refused', PLAIN),
    ...found(text, EMAIL, 'foreign_address', FOREIGN, (mail) => !isOwnMail(mail, terms)),
    ...found(withoutMails, HOST, 'foreign_address', FOREIGN, (host) => !isOwnHost(host, terms)),
    ...found(withoutMails, SCHEME, 'foreign_address', FOREIGN, (url) => !url.match(HOST)),
    ...found(withoutMails, SCHEME, 'https_required', 'must begin with https', isInsecure),
    ...(isFollowed && BEGINS_ADDRESS.test(lastWord)
      ? [issueAt(path, 'not_allowed', lastAt, `${lastWord.slice(0, 60)} ${WITH_DATA}`)]
      : []),
  ]
}

const PLAIN = 'would be shown as it is. Write plain text; blank lines separate paragraphs'
const FOREIGN =
  'is not an address of the centre. Add its host to linkHosts in the message settings; if it is no address, put a space after the full stop'
const WITH_DATA =
  'is followed by a variable, which would become part of the address. Addresses must not contain data about people'

const isInsecure = (url: string): boolean => !/^https:/i.test(url)

const isOwnHost = (host: string, { linkHosts }: WebTerms): boolean =>
  linkHosts.some((own) => host.toLowerCase() === own || host.toLowerCase().endsWith(`.${own}`))

const isOwnMail = (address: string, terms: WebTerms): boolean =>
  terms.emails.some((own) => own.toLowerCase() === address.toLowerCase()) ||
  isOwnHost(address.slice(address.lastIndexOf('@') + 1), terms)
