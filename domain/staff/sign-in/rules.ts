/** The period in which links are counted. */
export const COUNTED_MINUTES = 15

/** The maximum number of links to a user that one browser, or one network address, can request. */
const OF_ONE_ASKER = 5
/**
 * The maximum number of links to a user for all requesters who have never signed in as that user. It prevents
 * flooding a mailbox.
 */
const OF_STRANGERS = 30

/** How many links to a user were requested recently. */
export interface LinksLately {
  /** Whether the requesting browser has signed in as the user before. */
  isKnown: boolean
  ofBrowser: number
  ofSite: number
  ofAll: number
}

/**
 * Whether to send another link. Requests by others never count against a browser with which the user has signed
 * in. For other browsers, only requests from the same address count, and a limit that several addresses are
 * needed to reach.
 */
export const maySendLink = ({ isKnown, ofBrowser, ofSite, ofAll }: LinksLately): boolean =>
  isKnown ? ofBrowser < OF_ONE_ASKER : ofSite < OF_ONE_ASKER && ofAll < OF_STRANGERS
