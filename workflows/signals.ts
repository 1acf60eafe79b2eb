/** The only signal to workflows about a subject: the subject has changed, so check it again. */
export const WAKE_SIGNAL = 'wake'
