import type { AgentTemplate } from './agent-template.ts'
import { appointmentFollowUp } from './appointment-follow-up.ts'
import { assessmentRecall, wordedAssessmentRecall } from './assessment-recall.ts'
import { assessmentReminder } from './assessment-reminder.ts'
import { childProgressFollowUp } from './child-progress-follow-up.ts'
import { earlyInterventionCheckIn } from './early-intervention-check-in.ts'
import { leadQualification } from './lead-qualification.ts'
import { providerOnboarding } from './provider-onboarding.ts'
import { weeklyReport } from './weekly-report.ts'

/** Every template, in display order. */
export const AGENT_TEMPLATES: readonly AgentTemplate[] = [
  appointmentFollowUp,
  assessmentReminder,
  earlyInterventionCheckIn,
  childProgressFollowUp,
  leadQualification,
  providerOnboarding,
  weeklyReport,
  assessmentRecall,
  wordedAssessmentRecall,
]
