/** The only signal of subject workflows: the subject changed, check it again. */
export const WAKE_SIGNAL = 'wake'
