// Shows /openapi.json with Swagger UI. Without validatorUrl it would ask a public host.
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  validatorUrl: null,
});
