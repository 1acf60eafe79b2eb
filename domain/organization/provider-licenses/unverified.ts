/** The columns of an unverified license. */
export const UNVERIFIED = {
  verificationStatus: 'UNVERIFIED',
  verificationMethod: null,
  verifiedAt: null,
  verifiedBy: null,
  verifiedAlone: false,
  verificationSource: null,
  checkedAt: null,
  evidence: [],
  verificationNote: null,
}
