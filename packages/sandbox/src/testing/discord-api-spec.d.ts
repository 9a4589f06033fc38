/** The package has types of the API, but none of its schemas. */
declare module 'discord-api-spec/zod' {
	interface Issue {
		code: string;
		path: PropertyKey[];
		message: string;
		/** The issues of each member of a union. */
		errors?: Issue[][];
	}
	interface Schema {
		safeParse(value: unknown): { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };
	}
	export const ApplicationCommandAutocompleteCallbackRequestSchema: Schema;
	export const ApplicationCommandUpdateRequestSchema: Schema;
	export const ApplicationRoleConnectionsMetadataItemRequestSchema: Schema;
	export const CreateGuildChannelRequestSchema: Schema;
	export const CreateMessageInteractionCallbackRequestSchema: Schema;
	export const CreatePrivateChannelRequestSchema: Schema;
	export const CreateTextThreadWithoutMessageRequestSchema: Schema;
	export const ExternalScheduledEventCreateRequestSchema: Schema;
	export const ExternalScheduledEventPatchRequestPartialSchema: Schema;
	export const ExternalScheduledEventResponseSchema: Schema;
	export const GuildIncomingWebhookResponseSchema: Schema;
	export const IncomingWebhookInteractionRequestSchema: Schema;
	export const IncomingWebhookRequestPartialSchema: Schema;
	export const IncomingWebhookUpdateRequestPartialSchema: Schema;
	export const MessageCreateRequestSchema: Schema;
	export const MessageEditRequestPartialSchema: Schema;
	export const MessageResponseSchema: Schema;
	export const ModalInteractionCallbackRequestSchema: Schema;
	export const MyGuildResponseSchema: Schema;
	export const RatelimitedResponseSchema: Schema;
	export const UpdateApplicationUserRoleConnectionRequestSchema: Schema;
	export const UpdateMessageInteractionCallbackRequestSchema: Schema;
	export const UpdateThreadRequestPartialSchema: Schema;
	export const UserPIIResponseSchema: Schema;
}
