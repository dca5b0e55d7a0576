export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as HTML, for programs that show it. */
  readonly html?: string;
}

/** Outgoing mail: by SMTP, or as files in the outbox. */
export interface Mail {
  /** Resolves when the message was accepted for delivery, rejects when it was not. */
  send(message: MailMessage): Promise<void>;
}
