/** The period in which links are counted. */
export const COUNTED_MINUTES = 15

/** Links per user for one browser and for one address. */
const OF_ONE_ASKER = 5
/** Links per user for all requesters who never signed in as them: prevents flooding a mailbox. */
const OF_STRANGERS = 30

/** Recent links to a user. */
export interface LinksLately {
  /** Whether the requesting browser has signed in as the user. */
  isKnown: boolean
  ofBrowser: number
  ofSite: number
  ofAll: number
}

/**
 * Whether to send another link. Requests of others never count against a browser the user has signed in with;
 * other browsers count only requests from the same address, and a bound that takes several addresses to reach.
 */
export const maySendLink = ({ isKnown, ofBrowser, ofSite, ofAll }: LinksLately): boolean =>
  isKnown ? ofBrowser < OF_ONE_ASKER : ofSite < OF_ONE_ASKER && ofAll < OF_STRANGERS
