import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { PERSON_NAME_MAX } from "../../../worker/contracts/people.ts";
import { personDraft } from "../../../worker/contracts/people.schemas.ts";
import { ApiError, failureText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { EmailInput, Field, TextInput } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useAddPerson } from "./people.queries.ts";

interface PersonForm {
  name: string;
  email: string;
}

const resolver = standardSchemaResolver<PersonForm, unknown, PersonForm>(personDraft);

/** Asks whoever has the shared password to become the first operator, as long as nobody is named. */
export function AdminFirstPerson({ onNamed }: { onNamed(): void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        Say who you are
      </Button>
      {isOpen && <FirstPersonDialog onNamed={onNamed} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function FirstPersonDialog({ onNamed, onClose }: { onNamed(): void; onClose(): void }) {
  const addition = useAddPerson();
  const form = useForm<PersonForm>({ resolver, defaultValues: { name: "", email: "" } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((person) =>
    addition.mutate(person, {
      onSuccess: () => {
        toast({ title: `Welcome, ${person.name}`, description: "Add a passkey under People, and invite the others." });
        onNamed();
        onClose();
      },
      onError: (error) => {
        const fields = error instanceof ApiError ? (error.body?.fields ?? {}) : {};
        for (const name of ["email", "name"] as const)
          if (fields[name]) form.setError(name, { message: fields[name] }, { shouldFocus: true });
      },
    }),
  );
  return (
    <FormDialog
      title="Say who you are"
      description="Nobody is named yet. You become the first operator: the audit log shows your name, and a code is mailed to you when you have no passkey."
      submitLabel="Become an Operator"
      cancelLabel="Later"
      isBusy={addition.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Field label="Name" required error={errors.name?.message} hint="As the others know you.">
        {(ids) => <TextInput {...ids} {...form.register("name")} autoComplete="name" maxLength={PERSON_NAME_MAX} />}
      </Field>
      <Field
        label="Email address"
        required
        error={errors.email?.message}
        hint="Codes to log in go there: check it twice."
      >
        {(ids) => <EmailInput {...ids} {...form.register("email")} />}
      </Field>
      <p role="alert" className="text-danger empty:hidden">
        {addition.error && failureText(addition.error)}
      </p>
    </FormDialog>
  );
}
