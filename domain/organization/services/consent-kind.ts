/** Kinds of consent that guardians give. A service lists the kinds that its bookings require. */
export const ConsentKind = [
  'TREATMENT',
  'DATA_SHARING',
  'PHOTO_VIDEO',
  'TELEHEALTH',
  'AI_PROCESSING',
  // Kinds defined by IDEA Part C: 34 CFR 303.420(a)(1) to (3), 303.420(a)(4) and 303.520, 303.414.
  'EVALUATION_AND_ASSESSMENT',
  'EARLY_INTERVENTION_SERVICES',
  'INSURANCE_USE',
  'INFORMATION_EXCHANGE',
] as const
export type ConsentKind = (typeof ConsentKind)[number]
