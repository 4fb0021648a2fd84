export const KEY_PREFIX = "svc_";
export const ACCESS_TOKEN_PREFIX = "svc_at_";
export const REFRESH_TOKEN_PREFIX = "svc_rt_";
export const CODE_PREFIX = "svc_ac_";
export const INVITATION_PREFIX = "svc_invite_";
