/** Exports of other programs as they write them, of one person's two entries on 21 November 2026 in UTC. */

type Fixture = { readonly program: string; readonly name: string; readonly csv: string };

export function fixturesOf({ email, name }: { email: string; name: string }): readonly Fixture[] {
  const [first = "", last = ""] = name.split(" ");
  return [
    {
      program: "toggl",
      name: "the detailed report of Toggl",
      csv: `User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount (EUR)
${name},${email},Acme,Website,,Logo,Yes,2026-11-20,09:00:00,2026-11-20,10:30:00,01:30:00,,0.00
${name},${email},,App,,"Call, long",No,2026-11-20,23:30:00,2026-11-21,00:15:00,00:45:00,,0.00
`,
    },
    {
      program: "toggl",
      name: "the newer report of Toggl",
      csv: `"Description","Billable","Duration","Member","Email","Project","Tags","Start date","Start time","Stop date","Stop time","Client"
"Logo","Yes","1:30:00","${name}","${email}","Website","-","2026-11-20","09:00:00","2026-11-20","10:30:00","Acme"
"Call, long","No","0:45:00","${name}","${email}","App","-","2026-11-20","23:30:00","2026-11-21","00:15:00",""
`,
    },
    {
      program: "clockify",
      name: "Clockify with American dates and clocks",
      csv: `"Project","Client","Description","Task","User","Group","Email","Tags","Billable","Start Date","Start Time","End Date","End Time","Duration (h)","Duration (decimal)","Billable Rate (USD)","Billable Amount (USD)"
"Website","Acme","Logo","","${name}","","${email}","","Yes","11/20/2026","09:00:00 AM","11/20/2026","10:30:00 AM","01:30:00","1.50","0.00","0.00"
"App","","Call, long","","${name}","","${email}","","No","11/20/2026","11:30:00 PM","11/21/2026","12:15:00 AM","00:45:00","0.75","0.00","0.00"
`,
    },
    {
      program: "clockify",
      name: "Clockify with European dates",
      csv: `Project;Client;Description;User;Email;Billable;Start Date;Start Time;End Date;End Time;Duration (h);Duration (decimal)
Website;Acme;Logo;${name};${email};Yes;20/11/2026;09:00:00;20/11/2026;10:30:00;01:30:00;1,50
App;;Call, long;${name};${email};No;20/11/2026;23:30:00;21/11/2026;00:15:00;00:45:00;0,75
`,
    },
    {
      program: "harvest",
      name: "Harvest with starts and ends",
      csv: `Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,Invoiced?,First Name,Last Name,Started At,Ended At
2026-11-20,Acme,Website,W1,,Logo,1.5,Yes,No,${first},${last},9:00am,10:30am
2026-11-20,,App,,,"Call, long",0.75,No,No,${first},${last},11:30pm,12:15am
`,
    },
    {
      program: "other",
      name: "a German table",
      csv: `\uFEFFDatum;Startzeit;Endzeit;Dauer;Projekt;Kunde;Beschreibung;E-Mail;Abrechenbar
20.11.2026;09:00;10:30;1:30;Website;Acme;Logo;${email};ja
20.11.2026;23:30;00:15;0:45;App;;Call, long;${email};nein
`,
    },
  ];
}
