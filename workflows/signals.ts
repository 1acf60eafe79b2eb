/** The one signal of all subject workflows: the subject changed, look again. */
export const WAKE_SIGNAL = 'wake'
