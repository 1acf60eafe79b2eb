export const REPORT_KINDS = ['PROGRESS_REPORT', 'DISCHARGE_SUMMARY'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const ReportStatus = [
  'DRAFT',
  'AWAITING_COSIGN',
  'SIGNED',
  'REPLACED',
  'WITHDRAWN',
] as const
export type ReportStatus = (typeof ReportStatus)[number]
