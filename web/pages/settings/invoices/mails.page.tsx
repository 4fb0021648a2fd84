import { useNavigate, useSearch } from "@tanstack/react-router";
import { Answer } from "../../../components/answer.tsx";
import { Page, Section } from "../../../components/page.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { LANGUAGES } from "./languages.ts";
import { MAIL_KIND_NAMES, MAIL_TEXTS_PATH, MailTextSection } from "./mail-text.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { type Settings, SETTINGS_PATH } from "./settings.ts";
import { LockedFacts } from "./told.tsx";

export function MailTextSettings() {
  const team = useTeam();
  const settings = useOfTeam(team, SETTINGS_PATH, {});
  const texts = useOfTeam(team, MAIL_TEXTS_PATH, {});
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Page
      lead="What customers read with an invoice. Each mail can be changed before it is sent."
      title="Mail texts"
      width="settings"
    >
      <Section id="replies" title="Replies and copies">
        <Answer query={settings} what="the addresses">
          {(settings) =>
            leads(team) ? (
              <Addresses key={team.id} settings={settings} />
            ) : (
              <LockedFacts
                facts={[
                  { label: "Replies go to", value: settings.reply_to },
                  { label: "Copies go to", value: settings.copy_to },
                ]}
              />
            )
          }
        </Answer>
      </Section>
      <Answer query={texts} what="the mail texts">
        {({ items, names, version }) => {
          const usual = settings.data?.language ?? "en";
          const language = LANGUAGES.find(({ value }) => value === (tab ?? usual)) ?? LANGUAGES[0];
          const tabs = LANGUAGES.map(({ value, label }) => ({ id: value, label }));
          return (
            <Tabs
              chosen={{ id: language.value, label: language.label }}
              label="Languages"
              onChoose={(id) =>
                void navigate({
                  to: ".",
                  search: (search) => ({ ...search, tab: id }),
                  replace: true,
                  resetScroll: false,
                })
              }
              tabs={tabs}
            >
              <div className="grid gap-5">
                {items
                  .filter((item) => item.language === language.value)
                  .map((item) => (
                    <MailTextSection
                      item={item}
                      key={`${team.id} ${item.kind} ${item.language}`}
                      names={names}
                      title={MAIL_KIND_NAMES[item.kind]}
                      version={version}
                    />
                  ))}
              </div>
            </Tabs>
          );
        }}
      </Answer>
    </Page>
  );
}

function Addresses({ settings }: { readonly settings: Settings }) {
  return (
    <SettingsForm settings={settings} submit="Save the addresses" valuesOf={valuesOf}>
      {({ field }) => (
        <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField
            autoComplete="email"
            field={field("reply_to")}
            hint="An answer to a mail goes here."
            isOptional
            label="Replies go to"
            type="email"
          />
          <TextField
            autoComplete="off"
            field={field("copy_to")}
            hint="One or several addresses, separated by commas. The customer sees them."
            isOptional
            label="Copies go to"
          />
        </div>
      )}
    </SettingsForm>
  );
}

function valuesOf({ reply_to, copy_to }: Settings) {
  return { reply_to, copy_to };
}
