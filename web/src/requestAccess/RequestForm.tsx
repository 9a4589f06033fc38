import { PERSONAS, type Persona, type Plan } from '@dropwire/contract';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh } from '../api/useCall.ts';
import { PERSONA_NAMES } from './Benefits.tsx';

interface Props {
	/** The plans of the settings. */
	plans: readonly Plan[];
	persona: Persona | null;
	setPersona(persona: Persona): void;
	/** When an answer comes. */
	answer: string;
}

/** What a person is, which plan they want, and a note. All of it can be left out. */
export function RequestForm({ plans, persona, setPersona, answer }: Props) {
	const [plan, setPlan] = useState<string | null>(null);
	const [note, setNote] = useState('');
	const { busy, error, attempt } = useAttempt('note', 'plan');
	function submit(event: FormEvent) {
		event.preventDefault();
		void attempt(async () => {
			try {
				await api.accessRequestCreate({ note, persona, plan });
			} finally {
				await refresh('accessRequest');
			}
		});
	}
	return (
		<form className="card request-form" onSubmit={submit}>
			<fieldset disabled={busy}>
				<legend>I am a</legend>
				<div className="request-personas">
					{PERSONAS.map((one) => (
						<label key={one}>
							<input type="radio" name="persona" checked={persona === one} onChange={() => setPersona(one)} />
							{PERSONA_NAMES[one]}
						</label>
					))}
				</div>
			</fieldset>
			{plans.length > 0 && (
				<fieldset disabled={busy}>
					<legend>Plan</legend>
					<div className="plan-cards">
						{plans.map(({ name, price, features }) => (
							<label key={name} className="plan-card">
								<input
									type="radio"
									name="plan"
									aria-label={`${name}, ${price}`}
									checked={plan === name}
									onChange={() => setPlan(name)}
								/>
								<span>
									<b>{name}</b>
									<span className="plan-price">{price}</span>
									{features.length > 0 && (
										<ul>
											{features.map((feature) => (
												<li key={feature}>{feature}</li>
											))}
										</ul>
									)}
								</span>
							</label>
						))}
					</div>
				</fieldset>
			)}
			<Textarea
				label="Note"
				description="For the operators: your server, or how you found Dropwire. It can be empty."
				maxLength={1000}
				autosize
				minRows={3}
				maxRows={10}
				value={note}
				// What is typed while the request is sent would be lost with the form.
				readOnly={busy}
				onChange={(event) => setNote(event.currentTarget.value)}
				error={error}
			/>
			<div>
				<Button type="submit" loading={busy}>
					Request access
				</Button>
			</div>
			<p className="dim">{answer}</p>
		</form>
	);
}
