type Rate = { readonly rate: number; readonly type: string | null };

/** `19 % VAT`. */
export function rateName({ rate, type }: Rate): string {
  return [`${rate} %`, ...(type === null ? [] : [type.toUpperCase()])].join(" ");
}
