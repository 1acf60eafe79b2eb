/** Nobody has looked at it as it stands. */
export const UNVERIFIED = {
  verificationStatus: 'UNVERIFIED',
  verificationMethod: null,
  verifiedAt: null,
  verifiedBy: null,
  verificationSource: null,
  checkedAt: null,
  evidence: [],
  verificationNote: null,
}
