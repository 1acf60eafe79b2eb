/**
 * The next major version, and what it takes away from callers. The build fails for a change that takes something away
 * and is not declared here. `bin/therapy openapi --check` prints the lines to declare.
 */
export interface MajorVersion {
  version: `${number}.0.0`
  /** The day on which callers were told. */
  announcedOn: string
  /** The first day on which it may be released. Callers have NOTICE_DAYS to adapt. */
  notBefore: string
  /** Each change as the comparison says it, with what a caller does instead. */
  changes: Readonly<Record<string, string>>
}

/** How long before a major version its changes are announced. 3.0.0 is the first release with this promise. */
export const NOTICE_DAYS = 180

/** Undefined while nothing is to be taken away. */
export const NEXT_MAJOR: MajorVersion | undefined = {
  version: '3.0.0',
  announcedOn: '2026-11-29',
  notBefore: '2026-11-29',
  changes: {
    'LeadFormConsent.texts[].language: es is new': 'Lead forms have texts in Spanish too.',
    'LeadFormText.language: es is new': 'Lead forms have texts in Spanish too.',
    'getAreaOpenApi path parameter 1: billing is gone':
      'The area billing is three areas: receivables, payments and payouts.',
  },
}
