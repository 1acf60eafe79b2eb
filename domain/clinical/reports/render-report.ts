import { openPaper } from '#platform/core/paper/open-paper.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import type { ClinicalReport } from './schemas.ts'

export interface PrintedReport {
  report: ClinicalReport
  centre: string
  childName: string
  birthDate: string
  therapist: string
  language: Language
}

type Paper = Awaited<ReturnType<typeof openPaper>>

/** Renders a report as a PDF. The bytes are deterministic. */
export const renderReport = async ({
  report,
  centre,
  childName,
  birthDate,
  therapist,
  language,
}: PrintedReport): Promise<Uint8Array<ArrayBuffer>> => {
  const say = textsOf('pages', 'clinicalReport', language)
  const title = say(report.kind)
  const at = new Date(report.updatedAt)
  const paper = await openPaper({ title, author: centre, at, language })
  paper.bold(centre)
  paper.space(1)
  paper.title(title)
  paper.line(`${childName} · ${birthDate}`)
  paper.line(`${report.startsOn} – ${report.endsOn} · ${say(report.status)}`)
  paper.line(`${say('therapist')}: ${therapist}`)
  writePart(paper, say('care'), careLines(report.findings, say))
  writePart(paper, say('goals'), goalLines(report.findings, say))
  writePart(paper, say('assessments'), assessmentLines(report.findings))
  writePart(paper, say('summary'), textLines(report.summary))
  writePart(paper, say('recommendations'), textLines(report.recommendations))
  writePart(paper, say('signatures'), signatureLines(report, say))
  paper.space(0.5)
  const evidence =
    report.findings.attendance.evidenceIds.length + report.findings.assessments.length
  const measurements = new Set(
    report.findings.goals.flatMap(({ statements }) =>
      statements.flatMap(({ measurementIds }) => measurementIds),
    ),
  )
  paper.small(say('evidence', { records: evidence, measurements: measurements.size }))
  return paper.finish(report.id)
}

type Say = ReturnType<typeof textsOf<'pages', 'clinicalReport'>>

const writePart = (paper: Paper, heading: string, lines: readonly string[]): void => {
  if (lines.length === 0) return
  paper.space(0.8)
  paper.heading(heading)
  paper.space(0.2)
  for (const line of lines) paper.line(line)
}

const textLines = (text: string | null): string[] => text?.split('\n') ?? []

const careLines = ({ care, attendance }: ClinicalReport['findings'], say: Say): string[] => [
  ...care.map(({ service, sessions, minutes }) =>
    say('service', { service: service ?? '–', sessions, minutes }),
  ),
  say('attendance', {
    attended: attendance.attended,
    planned: attendance.planned,
    absent: attendance.absent,
    noShows: attendance.noShows,
    cancelled: attendance.cancelledByFamily,
  }),
]

const goalLines = ({ goals }: ClinicalReport['findings'], say: Say): string[] =>
  goals.flatMap(({ area, title, unit, baseline, target, level, trend }) => [
    `${area}: ${title}`,
    [
      say('fromTo', { baseline, target, unit }),
      level === null ? say('notMeasured') : say('level', { level, unit }),
      ...(trend ? [say(trend.verdict), say('measured', { count: trend.measurements })] : []),
    ].join(' · '),
  ])

const assessmentLines = ({ assessments }: ClinicalReport['findings']): string[] =>
  assessments.flatMap(({ instrument, administeredOn, scores }) => [
    `${instrument} · ${administeredOn}`,
    ...scores.map(
      ({ score, raw, norms }) =>
        `${score}: ${raw}${norms
          .filter(({ value }) => value !== null)
          .map(({ scale, value }) => ` · ${scale} ${value}`)
          .join('')}`,
    ),
  ])

const signatureLines = ({ signatures }: ClinicalReport, say: Say): string[] => {
  const last = Math.max(0, ...signatures.map(({ revision }) => revision))
  return signatures
    .filter(({ revision }) => revision === last)
    .flatMap(({ role, signerName, signedAt, contentHash }) => [
      `${say(role)}: ${signerName} · ${signedAt}`,
      `SHA-256 ${contentHash}`,
    ])
}
