import type { Context, Rule } from "./rule.ts";

type Comment = ReturnType<Context["sourceCode"]["getAllComments"]>[number];

const RIDDLE =
  /^(how|that|the ones?|those|what(ever)?|whether|who(ever|m|se)?|one that|where it is that)\b/i;

/** Requires a comment to begin with a verb or a noun, so that it is understood at the first reading. */
export const plainDocstrings: Rule = {
  create(context) {
    return {
      Program() {
        const comments = context.sourceCode.getAllComments();
        for (const [index, comment] of comments.entries()) {
          if (continues(comment, comments[index - 1])) continue;
          const [start] = RIDDLE.exec(textOf(comment)) ?? [];
          if (start === undefined) continue;
          const message = `Begin with a verb (its effect) or a noun (its name), not with "${start}"`;
          context.report({ loc: comment.loc, message });
        }
      },
    };
  },
};

/** True for a line of `//` below another: only the first begins the comment. */
function continues(comment: Comment, previous: Comment | undefined): boolean {
  return (
    comment.type === "Line" &&
    previous?.type === "Line" &&
    previous.loc.end.line + 1 === comment.loc.start.line &&
    previous.loc.start.column === comment.loc.start.column
  );
}

/** Text without the stars of a docstring. */
function textOf({ value }: Comment): string {
  return value.replace(/^[\s*]+/, "");
}
