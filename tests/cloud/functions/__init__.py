"""A cloud on loopback: moto's S3, SQS and SES, and what Lambda does with the handlers of app.py."""
