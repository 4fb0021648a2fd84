import { Section } from "../../../components/page.tsx";
import { Choices } from "../../../form/choices.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import type { Question } from "./sent-file.ts";

type QuestionsProps = {
  /** Also those that were answered, so that an answer can be changed. */
  readonly asked: readonly Question[];
  readonly answers: Readonly<Record<string, string>>;
  readonly onAnswer: (id: string, value: string) => void;
};

const MOST_BUTTONS = 4;

/** Asks for all that the file leaves open. Nothing is guessed. */
export function Questions({ asked, answers, onAnswer }: QuestionsProps) {
  return (
    <Section
      hint="The file can be read in more than one way. Your answers are kept for the next file of its kind."
      id="questions"
      title={asked.length === 1 ? "One question first" : "A few questions first"}
    >
      <div className="grid max-w-measure gap-5">
        {asked.map(({ id, text, choices }) => {
          const field = looseField<string | undefined>(id, answers[id], (value) => {
            if (value !== undefined) onAnswer(id, value);
          });
          return choices.length <= MOST_BUTTONS ? (
            <Choices
              choices={choices.map((choice) => ({ ...choice, hint: null }))}
              field={field}
              key={id}
              label={text}
            />
          ) : (
            <SelectField field={field} key={id} label={text} options={choices} />
          );
        })}
      </div>
    </Section>
  );
}
