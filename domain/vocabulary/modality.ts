/** How a visit takes place. */
export const Modality = ['IN_PERSON', 'TELEHEALTH', 'PHONE'] as const
export type Modality = (typeof Modality)[number]
