/** How far back links are counted. */
export const COUNTED_MINUTES = 15

/** Links of one user that one browser may ask for, and one address. */
const OF_ONE_ASKER = 5
/** Links of one user that everybody may ask for who has not signed in as them before: nobody's mailbox is flooded. */
const OF_STRANGERS = 30

/** Links that a user was sent lately. */
export interface LinksLately {
  /** Whether the asking browser has signed in as the user before, or is signed in. */
  isKnown: boolean
  ofBrowser: number
  ofSite: number
  ofAll: number
}

/**
 * Whether another link is sent. What others ask for never counts against a browser that the user has signed in
 * with; against other browsers only what came from the same address counts, and a bound that takes several addresses.
 */
export const maySendLink = ({ isKnown, ofBrowser, ofSite, ofAll }: LinksLately): boolean =>
  isKnown ? ofBrowser < OF_ONE_ASKER : ofSite < OF_ONE_ASKER && ofAll < OF_STRANGERS
