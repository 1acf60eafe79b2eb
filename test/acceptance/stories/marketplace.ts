import { anOwner } from '../support/person.ts'
import { anAddress, day, linkIn, untilRecord } from '../support/records.ts'
import type { Story } from '../support/story.ts'

const atPage = (link: string, body: object) =>
  fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })

export const marketplaceStories = (story: Story): void => {
  story(
    'a therapist applies page by page, a referee answers, and a second person approves',
    async (scene) => {
      const { site, centre, expect } = scene
      const told = await site.receiver.subscribe(centre, ['provider.approved'])
      const { id: planId } = await centre.post('/v1/onboarding-plans', {
        name: 'Speech therapists',
        requirements: [
          { key: 'license', kind: 'LICENSE', title: 'License of your state' },
          { key: 'references', kind: 'REFERENCE', title: 'A reference', references: 1 },
          { key: 'interview', kind: 'INTERVIEW', title: 'Interview' },
        ],
      })
      await centre.post(`/v1/onboarding-plans/${planId}/publish`)
      const [email, referee] = [anAddress('ana'), anAddress('referee')]
      const applicant = { name: 'Ana Ruiz', email, profession: 'SPEECH_LANGUAGE_PATHOLOGIST' }
      const { id, providerId } = await centre.post('/v1/provider-onboardings', {
        planId,
        applicant,
      })
      const saved = await atPage(linkIn(await site.mailTo(email)), {
        'license.number': '146.0471',
        'license.authority': 'Illinois Department of Financial and Professional Regulation',
        'license.state': 'US-IL',
        'license.expiresOn': day(700),
        'references.name.1': 'Dr. Jana Kern',
        'references.email.1': referee,
      })
      expect(saved.status).toBe(200)
      await atPage(linkIn(await site.mailTo(referee)), {
        relationship: 'Supervised her for three years',
        recommends: 'yes',
      })
      const path = `/v1/provider-onboardings/${id}`
      const { items } = await centre.get(path)
      const { licenseId } = items.find((it: { key: string }) => it.key === 'license')
      const verified = { method: 'REGISTRY', note: 'Looked up on the board’s site.' }
      await centre.post(`/v1/provider-licenses/${licenseId}/verify`, verified)
      for (const key of ['license', 'references']) await centre.post(`${path}/items/${key}/accept`)
      const interview = `${path}/items/interview/accept`
      expect(await centre.refused('POST', interview)).toMatch(/^400 /)
      const { items: accepted } = await centre.post(interview, { note: 'Talked for an hour.' })
      expect(accepted.map((it: { evidence: string }) => it.evidence)).toEqual(
        expect.arrayContaining(['LICENSE', 'REFERENCES', 'NOTE']),
      )
      expect(await centre.refused('POST', `${path}/approve`)).toBe('403 second_person_required')
      await (await anOwner(site, centre)).post(`${path}/approve`)
      expect(await told.arrived('provider.approved')).toMatchObject({ providerId })
    },
  )

  story(
    'a match ranks the therapists for a need and explains the ranking',
    async ({ centre, expect }) => {
      const need = { code: 'fluency', name: 'Stuttering', specialties: ['stuttering'] }
      await centre.post('/v1/matching-needs', need)
      const profession = 'SPEECH_LANGUAGE_PATHOLOGIST'
      const derya = { name: 'Derya Kaya', profession, specialties: ['Stuttering'] }
      await centre.post('/v1/providers', { ...derya, languages: ['en', 'tr'] })
      await centre.post('/v1/providers', { ...derya, name: 'Ann Cole', languages: ['en'] })
      const asked = { needs: ['fluency'], ageMonths: 43, languages: ['tr'] }
      const { id, matches } = await centre.post('/v1/therapists/match', asked)
      expect(matches[0]).toMatchObject({ rank: 1 })
      expect(JSON.stringify(matches[0].reasons)).toContain('Speaks a language of the family.')
      expect(await centre.get(`/v1/therapist-matches/${id}`)).toMatchObject({ ageMonths: 43 })
    },
  )

  story('a lead is offered to a therapist and becomes a family on the waitlist', async (scene) => {
    const { centre, expect } = scene
    const need = { code: 'fluency', name: 'Stuttering', specialties: ['stuttering'] }
    await centre.post('/v1/matching-needs', need)
    await centre.post('/v1/providers', { name: 'Derya Kaya', specialties: ['stuttering'] })
    const { id: serviceId } = await centre.post('/v1/services', {
      code: 'THERAPY_SESSION',
      name: 'Therapy session',
      durationMinutes: 45,
    })
    const { id } = await centre.post('/v1/leads', {
      source: 'PHONE',
      contactName: 'Jana Beck',
      contactEmail: anAddress('jana'),
      childFirstName: 'Nora',
      childLastName: 'Beck',
      childBirthDate: '2023-04-30',
      needs: ['fluency'],
    })
    await centre.post(`/v1/leads/${id}/qualify`)
    await centre.post(`/v1/leads/${id}/match`, { limit: 5 })
    const { id: offerId } = await centre.post(`/v1/leads/${id}/offers`, { hours: 48 })
    await centre.post(`/v1/lead-offers/${offerId}/accept`)
    const waitlistEntry = { serviceIds: [serviceId] }
    const made = await centre.post(`/v1/leads/${id}/convert`, { waitlistEntry })
    expect(made).toMatchObject({ waitlistEntryId: expect.stringMatching(/^wle_/) })
    const again = centre.refused('POST', `/v1/leads/${id}/convert`, {})
    expect(await again).toBe('409 invalid_transition')
  })

  story('a provider lifts no decision of the centre about themselves', async (scene) => {
    const { centre, expect } = scene
    const { id: providerId } = await centre.post('/v1/providers', { name: 'Ana Ruiz' })
    const own = await centre.key({ name: 'Ana', scopes: ['providers'], providerId })
    const { id } = await own.post('/v1/provider-licenses', {
      providerId,
      profession: 'SPEECH_LANGUAGE_PATHOLOGIST',
      number: '146.0472',
      authority: 'Illinois Department of Financial and Professional Regulation',
      state: 'US-IL',
      expiresOn: day(400),
    })
    const seen = { method: 'DOCUMENT', note: 'Seen at the interview' }
    const verify = `/v1/provider-licenses/${id}/verify`
    expect(await own.refused('POST', verify, seen)).toBe('403 second_person_required')
    expect(await centre.post(verify, seen)).toMatchObject({ verification: { status: 'VERIFIED' } })
    const provider = `/v1/providers/${providerId}`
    await centre.post(`${provider}/suspend`, { reason: 'OTHER', note: 'Under review' })
    const back = { note: 'Back' }
    const lift = own.refused('POST', `${provider}/reinstate`, back)
    expect(await lift).toBe('403 second_person_required')
    expect(await centre.post(`${provider}/reinstate`, back)).toMatchObject({ status: 'APPROVED' })
  })

  story('a license is verified with the registry', async ({ centre, expect }) => {
    const profession = 'SPEECH_LANGUAGE_PATHOLOGIST'
    const provider = { name: 'Derya Kaya', profession, npi: '1245319599' }
    const { id: providerId } = await centre.post('/v1/providers', provider)
    const { id } = await centre.post('/v1/provider-licenses', {
      providerId,
      profession,
      number: '146.0471',
      authority: 'Illinois Department of Financial and Professional Regulation',
      state: 'US-IL',
      expiresOn: day(400),
    })
    await centre.post(`/v1/provider-licenses/${id}/check`)
    const path = `/v1/provider-licenses/${id}`
    const { verification } = await untilRecord(
      centre,
      path,
      (it) => it['verification'].status !== 'PENDING',
    )
    expect(verification).toMatchObject({ status: 'VERIFIED' })
  })
}
